import { useEffect, useState } from 'preact/hooks';
import type { Ui } from '../page/ui.ts';
import { Loading } from './loading.tsx';
import type { Handoff } from './shown-code.tsx';

type Screens = typeof import('./to-phone.tsx');
let known: Screens | null = null;

const load = async (): Promise<Screens> => {
  known ??= await import('./to-phone.tsx');
  return known;
};

/** Fetches the screens while there is a network: browsers may not ask again for a part that failed once. */
export const prepareHandoff = (): void => void load().catch(() => undefined);

/** The hand-off's screens draw codes, which most people never see: they are loaded when they are shown. */
export const HandoffLater = ({ ui, screen }: { ui: Ui; screen: Handoff }) => {
  const [screens, setScreens] = useState(known);
  useEffect(() => {
    if (screens) return;
    load().then(
      (loaded) => setScreens(loaded),
      () => ui.dispatch({ type: 'failed', problem: 'connection_lost' }),
    );
  }, []);
  useEffect(() => {
    if (screens) document.querySelector('h1')?.focus({ preventScroll: true });
  }, [screens]);
  return screens ? <screens.HandoffQr ui={ui} screen={screen} /> : <Loading ui={ui} />;
};
