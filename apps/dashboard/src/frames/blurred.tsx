/** What stands in the place of a picture that is not revealed. */
export const Blurred = ({ words }: { words: string }) => (
  <svg viewBox="0 0 60 70" role="img" aria-label={words}>
    <circle cx="30" cy="26" r="13" />
    <path d="M6 70c2-18 12-26 24-26s22 8 24 26z" />
  </svg>
);
