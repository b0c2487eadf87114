import type { PreviewAnswer, PreviewMessage } from '@standpoint/contract';

type Frame = Pick<Window, 'parent' | 'addEventListener'> & { location: Pick<Location, 'href'> };

/**
 * Listens to the page around this one, and gives the way to answer it. Only a page of this very address is heard: any
 * other could have it show a company's name and words to a person. Null when there is no page around.
 */
export function receiveFrom(
  frame: Frame,
  take: (message: PreviewMessage) => void,
): ((answer: PreviewAnswer) => void) | null {
  if (frame.parent === (frame as unknown)) return null;
  const { origin } = new URL(frame.location.href);
  frame.addEventListener('message', (event: MessageEvent) => {
    if (event.origin !== origin || event.source !== frame.parent) return;
    const message = event.data as Partial<PreviewMessage> | null;
    if (message?.type === 'preview' && message.workflow && message.consent) take(message as PreviewMessage);
  });
  return (answer) => frame.parent.postMessage(answer, origin);
}
