import { type Endpoint, type TSchema, Type } from '@standpoint/contract';

/** The envelope around an endpoint's data, for serialisation: fields outside the schema are never sent. */
export function envelopeSchema(endpoint: Endpoint): TSchema {
  return Type.Object({ status_code: Type.Integer(), message: Type.String(), data: endpoint.answer });
}
