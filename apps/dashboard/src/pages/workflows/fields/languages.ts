/** Languages of the face page, as workflows name them. */
export const LANGUAGES: readonly { value: string; label: string }[] = [
  { value: 'en', label: 'English' },
  { value: 'es', label: 'Spanish' },
  { value: 'fr', label: 'French' },
  { value: 'de', label: 'German' },
  { value: 'pt', label: 'Portuguese' },
  { value: 'ar', label: 'Arabic' },
];

const baseOf = (tag: string): string => tag.toLowerCase().split(/[-_]/)[0]!;

/** "German" of `de-AT`; the tag itself where the page speaks no such language. */
export const languageWords = (tag: string): string => {
  const known = LANGUAGES.find(({ value }) => value === baseOf(tag));
  if (!known) return tag;
  return known.value === tag ? known.label : `${known.label} (${tag})`;
};

export const isRightToLeft = (tag: string): boolean => baseOf(tag) === 'ar';
