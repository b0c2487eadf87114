/** Why a file cannot be the map's, as the end of a sentence that begins with its path. */
export class UnfitArchive extends Error {}

/** The system could not read the file: this says nothing of its content, and may be over in a moment. */
export class UnreadableArchive extends UnfitArchive {
  constructor({ code }: NodeJS.ErrnoException) {
    super(code === 'ENOENT' ? 'is not there' : `cannot be read (${code})`);
  }
}

/** The file changed while it was read: what was read may be of two different maps. */
export class ArchiveChanged extends Error {}
