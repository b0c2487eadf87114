/** A browser reads the file after the click, and one that asks where to put it waits for the person. */
const READ_WITHIN_MS = 60_000;

/** Puts the file among the person's downloads. */
export function saveFile(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), READ_WITHIN_MS);
}
