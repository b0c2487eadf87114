import './style.css';
import { start } from './start.tsx';

void start(document.querySelector('#app')!);
