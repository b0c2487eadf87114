/** An id, cut in the middle; whole for those who hear it, and on hover. */
export function ShortId({ id }: { id: string }) {
  return (
    <span className="mono" title={id}>
      <span aria-hidden="true">{cut(id)}</span>
      <span className="unseen">{id}</span>
    </span>
  );
}

const cut = (id: string): string => (id.length <= 16 ? id : `${id.slice(0, 8)}…${id.slice(-4)}`);
