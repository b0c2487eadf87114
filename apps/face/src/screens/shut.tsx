import { useState } from 'preact/hooks';
import { Button } from '../frame/parts.tsx';
import type { Ui } from '../page/ui.ts';

/** Long enough for a tab to close. */
const GONE_MS = 400;

/**
 * The last action when there is no page to return to. A browser lets a page close its tab only if the tab
 * has shown no other page, as after a scanned code. Elsewhere the text asks the person to close it.
 */
export const Shut = ({ ui: { t }, kind = 'main' }: { ui: Ui; kind?: 'main' | 'second' }) => {
  const [stays, setStays] = useState(false);
  const shut = () => {
    window.close();
    setTimeout(() => setStays(true), GONE_MS);
  };
  return (
    <>
      <Button kind={kind} onClick={shut}>
        {t.ended.close}
      </Button>
      <p class="small shut" role="status">
        {stays ? t.result.close : ''}
      </p>
    </>
  );
};
