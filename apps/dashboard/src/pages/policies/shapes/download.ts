import { saveFile } from '../../../exports/save-file.ts';

/** Hands a text to the person as a file. */
export function download(name: string, text: string): void {
  saveFile(name.replaceAll(/[^\w.() -]+/g, '_'), new Blob([text], { type: 'application/json' }));
}
