const DIALOG =
  'width:100%;height:100%;max-width:100%;max-height:100%;padding:0;border:0;' +
  'background:#0009;display:grid;place-items:center';
const PANEL =
  'position:relative;width:min(100%,480px);height:min(100%,760px);' +
  'background:Canvas;border-radius:12px;overflow:hidden';
const BUTTON =
  'position:absolute;top:0;inset-inline-end:0;width:44px;height:44px;padding:0;border:0;' +
  'font:24px system-ui;background:none;color:CanvasText';

// Styles are set through CSSOM only: a strict Content-Security-Policy forbids style elements and attributes.
const make = <K extends keyof HTMLElementTagNameMap>(
  tag: K,
  style: string,
  attributes: Record<string, string> = {},
): HTMLElementTagNameMap[K] => {
  const element = document.createElement(tag);
  element.style.cssText = style;
  for (const name in attributes) element.setAttribute(name, attributes[name]!);
  return element;
};

export interface FrameDialog {
  close(): void;
}

/**
 * Shows the frame in a modal `<dialog>`: the browser itself traps the focus, makes the page inert and handles
 * Esc. Scrolling is locked while the dialog is open; afterwards the focus returns to where it was.
 */
export const openDialog = (
  frame: HTMLIFrameElement,
  closeLabel: string,
  onCancel: () => void,
): FrameDialog => {
  const before = document.activeElement as HTMLElement | null;
  const root = document.documentElement;
  const { overflow } = root.style;
  const dialog = make('dialog', DIALOG, {
    role: 'dialog',
    'aria-modal': 'true',
    'aria-label': frame.title,
  });
  const panel = make('div', PANEL);
  const button = make('button', BUTTON, { type: 'button', 'aria-label': closeLabel });
  button.textContent = '\u00d7';
  button.onclick = onCancel;
  // On Esc the face app first asks whether the person is sure, so the browser must not close the dialog.
  dialog.oncancel = (event) => {
    event.preventDefault();
    onCancel();
  };
  // A browser closes the dialog anyway when Esc is pressed twice without another gesture in between.
  dialog.onclose = onCancel;

  panel.append(frame, button);
  dialog.append(panel);
  document.body.append(dialog);
  root.style.overflow = 'hidden';
  dialog.showModal();
  return {
    close: () => {
      dialog.onclose = null;
      dialog.close();
      dialog.remove();
      root.style.overflow = overflow;
      before?.focus?.();
    },
  };
};
