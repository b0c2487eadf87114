import { installFolder } from '../../../testing/install-folder.ts';

export const FOLDER = import.meta.dirname;

/** Installs the frameworks at their first use (about 330 MB). */
export const installFrameworks = (): string => installFolder(FOLDER, { command: 'install' });
