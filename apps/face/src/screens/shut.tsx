import { useState } from 'preact/hooks';
import type { Ui } from '../page/ui.ts';
import { Button } from './parts.tsx';

/** Long enough for a tab to go. */
const GONE_MS = 400;

/**
 * The last action where there is nobody to go back to. A browser closes a tab for its page only where the
 * page is all that it has shown, as after a scanned code; elsewhere the words ask the person to do it.
 */
export const Shut = ({ ui: { t } }: { ui: Ui }) => {
  const [stays, setStays] = useState(false);
  const shut = () => {
    window.close();
    setTimeout(() => setStays(true), GONE_MS);
  };
  return (
    <>
      <Button onClick={shut}>{t.ended.close}</Button>
      <p class="small shut" role="status">
        {stays ? t.result.close : ''}
      </p>
    </>
  );
};
