/** Gives the browser a file to save. */
export function saveFile(name: string, type: string, parts: BlobPart[]): void {
  const url = URL.createObjectURL(new Blob(parts, { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** An id as a part of a file's name: backends choose ids, and may put anything into them. */
export const fileName = (id: string): string => id.replace(/[^\w-]+/g, '-').slice(0, 64) || 'customer';
