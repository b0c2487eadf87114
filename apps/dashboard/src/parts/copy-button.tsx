import { ActionIcon, Button } from '@mantine/core';
import { useState } from 'react';
import { copyText } from './copy-text.ts';
import { Icon } from './icon.tsx';

interface CopyButtonProps {
  text: string;
  /** What is copied: "the key", "the request id". */
  what: string;
  /** A word on the button; an icon alone when absent. */
  label?: string;
  size?: 'xs' | 'sm';
  variant?: 'default' | 'filled' | 'subtle';
}

const SHOWN_MS = 1_500;

/** Copies, and says so in its own place. */
export function CopyButton({ text, what, label, size = 'xs', variant = 'default' }: CopyButtonProps) {
  const [state, setState] = useState<'ready' | 'copied' | 'refused'>('ready');
  const copy = async () => {
    setState((await copyText(text)) ? 'copied' : 'refused');
    setTimeout(() => setState('ready'), SHOWN_MS);
  };
  const said = { ready: label ?? `Copy ${what}`, copied: 'Copied', refused: 'Not copied' }[state];
  const icon = <Icon name={state === 'copied' ? 'check' : 'copy'} />;
  const heard = (
    <span className="unseen" role="status">
      {state === 'ready' ? '' : said}
    </span>
  );
  if (!label)
    return (
      <>
        <ActionIcon size={28} aria-label={`Copy ${what}`} title={said} onClick={copy}>
          {icon}
        </ActionIcon>
        {heard}
      </>
    );
  return (
    <>
      <Button size={size} variant={variant} leftSection={icon} onClick={copy}>
        {said}
      </Button>
      {heard}
    </>
  );
}
