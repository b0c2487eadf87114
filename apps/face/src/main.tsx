import './style.css';
import { start } from './start.tsx';

const root = document.querySelector('#app')!;
// Words that did not come with a page that did: what stands there already says what to do.
start(root).catch(() => root.querySelector('.late')?.classList.add('now'));
