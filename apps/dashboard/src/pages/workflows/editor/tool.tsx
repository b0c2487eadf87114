import { ComparePart } from './compare-part.tsx';
import { JsonPart } from './json-part.tsx';
import type { ToolProps } from './tool-props.ts';
import { UsePart } from './use-part.tsx';
import { VersionsPart } from './versions-part.tsx';

export function Tool({ part, ...props }: ToolProps & { part: string }) {
  if (part === 'compare') return <ComparePart {...props} />;
  if (part === 'versions') return <VersionsPart {...props} />;
  if (part === 'json') return <JsonPart {...props} />;
  return <UsePart {...props} />;
}
