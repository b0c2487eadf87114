/**
 * The lines of a stream. They end with a line feed alone: `readline` ends one at U+2028 too, which stands
 * unescaped in JSON.
 */
export async function* linesOf(stream: AsyncIterable<string | Uint8Array>): AsyncGenerator<string> {
  const utf8 = new TextDecoder();
  let rest = '';
  for await (const chunk of stream) {
    rest += typeof chunk === 'string' ? chunk : utf8.decode(chunk, { stream: true });
    const lines = rest.split('\n');
    rest = lines.pop()!;
    yield* lines;
  }
  if (rest !== '') yield rest;
}
