/** Why a file cannot be the map's, as the end of a sentence that begins with its path. */
export class UnfitArchive extends Error {}

/** The file changed while it was read: what was read may be of two different maps. */
export class ArchiveChanged extends Error {}
