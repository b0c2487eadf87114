import '../../src/style.css';
import { signal } from '@preact/signals';
import { render } from 'preact';
import type { State } from '../../src/flow/state.ts';
import { openMotion } from '../../src/guidance/motion.ts';
import { openWording } from '../../src/page/wording.ts';
import { App } from '../../src/screens/app.tsx';

declare global {
  interface Window {
    /** Shows the page in this state. */
    draw(state: State): void;
  }
}

const STILL = openMotion();
const DARK = signal(false);
/** Each state is drawn anew, so that no sheet of the one before stays open. */
const shown = signal<{ state: State; nth: number } | null>(null);
const wording = await openWording('en');

/** The real screens of a state. Their buttons change nothing, except the language. */
const Root = () =>
  shown.value && (
    <App
      key={shown.value.nth}
      ui={{
        state: shown.value.state,
        t: wording.texts.value,
        locale: wording.locale.value,
        colour: null,
        motion: STILL,
        lamp: DARK,
        frozen: null,
        dispatch: () => {},
        stream: () => null,
        setVideo: () => {},
        setLocale: (next) => void wording.use(next),
        choose: () => {},
        openInNewTab: () => {},
        link: () => 'https://face.example/h#0123456789ABCDEF',
        close: () => {},
        back_url: 'https://bank.example/account',
      }}
    />
  );

render(<Root />, document.querySelector('#app')!);
window.draw = (state) => {
  shown.value = { state, nth: (shown.value?.nth ?? 0) + 1 };
};
