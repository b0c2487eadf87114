import type { ComponentChildren } from 'preact';
import { Icon } from '../draw/icon.tsx';
import type { Texts } from '../texts/texts.ts';

/** The last line of every screen: who secures the check, and what the person may look up at any time. */
export const Legal = ({ t, children }: { t: Texts; children?: ComponentChildren }) => (
  <footer class="legal-line">
    <span class="secured">
      <Icon name="lock" />
      {t.secured}
    </span>
    {children}
  </footer>
);
