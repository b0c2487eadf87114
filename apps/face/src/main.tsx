import './style.css';
import { sayLoading } from './page/say-loading.ts';
import { start } from './start.tsx';

sayLoading(window, parent);
const root = document.querySelector('#app')!;
// The script loaded but the texts did not: show the message that index.html already contains.
start(root).catch(() => root.querySelector('.late')?.classList.add('now'));
