type Field = string | number | { [key: string]: Field };

/** A field of the MaxMind data format: texts and maps shorter than 29, and numbers of 32 bits. */
export function mmdbField(value: Field): Buffer {
  if (typeof value === 'string')
    return Buffer.concat([Buffer.from([0x40 | value.length]), Buffer.from(value)]);
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(5, 0xc4);
    bytes.writeUInt32BE(value, 1);
    return bytes;
  }
  const entries = Object.entries(value);
  return Buffer.concat([
    Buffer.from([0xe0 | entries.length]),
    ...entries.flatMap(([key, field]) => [mmdbField(key), mmdbField(field)]),
  ]);
}

/**
 * A hand-made database. `nodes` has two records of 24 bits for each node: the number of another node, the
 * number of nodes for "nothing", or that plus 16 plus the offset in `data`.
 */
export function mmdbFile(
  nodes: [number, number][],
  data: Buffer,
  metadata: { [key: string]: Field } = {},
): Buffer {
  const tree = Buffer.alloc(nodes.length * 6);
  for (const [i, [left, right]] of nodes.entries()) {
    tree.writeUIntBE(left, i * 6, 3);
    tree.writeUIntBE(right, i * 6 + 3, 3);
  }
  const fields = {
    node_count: nodes.length,
    record_size: 24,
    ip_version: 4,
    database_type: 'DBIP-Country',
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1_780_000_000,
    ...metadata,
  };
  return Buffer.concat([
    tree,
    Buffer.alloc(16),
    data,
    Buffer.from([0xab, 0xcd, 0xef]),
    Buffer.from('MaxMind.com'),
    mmdbField(fields),
  ]);
}
