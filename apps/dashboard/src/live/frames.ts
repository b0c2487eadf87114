/** One server-sent event. */
export interface Frame {
  id: string | null;
  event: string;
  data: unknown;
}

/** Cuts a stream of text into events; what is not whole yet waits for more. */
export function frameReader(): (text: string) => Frame[] {
  let rest = '';
  return (text) => {
    const parts = (rest + text).split('\n\n');
    rest = parts.pop() ?? '';
    return parts.flatMap((part) => {
      const frame = frameOf(part);
      return frame ? [frame] : [];
    });
  };
}

function frameOf(part: string): Frame | null {
  const fields: Record<string, string> = {};
  for (const line of part.split('\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) fields[line.slice(0, colon)] = line.slice(colon + 1).trimStart();
  }
  if (!fields.event) return null;
  try {
    return { id: fields.id ?? null, event: fields.event, data: JSON.parse(fields.data ?? 'null') };
  } catch {
    return null;
  }
}
