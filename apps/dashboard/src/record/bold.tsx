/** Text in which what stands between ** is strong. */
export const Bold = ({ text }: { text: string }) =>
  text.split('**').map((part, i) =>
    i % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one sentence never move.
      <b key={i}>{part}</b>
    ) : (
      part
    ),
  );
