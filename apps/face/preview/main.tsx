import '../src/style.css';
import { signal } from '@preact/signals';
import type { PreviewAnswer, PreviewMessage } from '@standpoint/contract';
import { render } from 'preact';
import { chooseLocale } from '../src/page/locale.ts';
import { applyTheme } from '../src/page/theme.ts';
import { openWording } from '../src/page/wording.ts';
import { App } from '../src/screens/app.tsx';
import { receiveFrom } from './messages.ts';
import { uiOf } from './scene.ts';

const screenNow = signal<PreviewMessage | null>(null);

/**
 * Draws what the dashboard around it sends, with the screens of the real page. It calls nothing, keeps nothing and
 * opens no camera: the policy of its address allows none of that.
 */
async function start(root: Element): Promise<void> {
  const wording = await openWording('en');
  const post = receiveFrom(window, async (message) => {
    const { workflow, locale, mode } = message;
    applyTheme(document.documentElement, { ...workflow.ui.theme, mode });
    await wording.adopt(workflow.ui.texts, chooseLocale(locale, [], ['en']));
    screenNow.value = message;
  });
  // Opened by itself, it stays what its page says.
  if (!post) return;
  const Root = () => <App ui={uiOf(screenNow.value, wording.texts.value, wording.locale.value, post)} />;
  root.replaceChildren();
  render(<Root />, root);
  post({ type: 'preview-ready' } satisfies PreviewAnswer);
}

void start(document.querySelector('#app')!);
