import { useEffect, useState } from 'preact/hooks';
import type { Ui } from '../page/ui.ts';
import { Loading } from './loading.tsx';
import type { Handoff } from './shown-code.tsx';

type Screens = typeof import('./to-phone.tsx');
let known: Screens | null = null;

/** The hand-off's screens draw codes, which most people never see: they are loaded when they are shown. */
export const HandoffLater = ({ ui, screen }: { ui: Ui; screen: Handoff }) => {
  const [screens, setScreens] = useState(known);
  useEffect(() => {
    if (screens) return;
    import('./to-phone.tsx').then(
      (loaded) => {
        known = loaded;
        setScreens(loaded);
      },
      () => ui.dispatch({ type: 'failed', problem: 'connection_lost' }),
    );
  }, []);
  useEffect(() => {
    if (screens) document.querySelector('h1')?.focus({ preventScroll: true });
  }, [screens]);
  return screens ? <screens.HandoffQr ui={ui} screen={screen} /> : <Loading ui={ui} />;
};
