import { type Endpoint, type TSchema, Type } from '@standpoint/contract';

/** The envelope around an endpoint's data, for serialisation: what the schema does not name never leaves. */
export function envelopeSchema(endpoint: Endpoint): TSchema {
  return Type.Object({ status_code: Type.Integer(), message: Type.String(), data: endpoint.answer });
}
