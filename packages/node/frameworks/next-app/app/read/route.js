import { errorResponse } from '@standpoint/node/next';
import { standpoint } from '../../shop.js';

export async function POST() {
  try {
    return Response.json(await standpoint().verifications.retrieve('ver_1'));
  } catch (error) {
    return errorResponse(error);
  }
}
