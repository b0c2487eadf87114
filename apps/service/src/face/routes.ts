import type { Route } from '../route.ts';

export const FACE_ROUTES: Route[] = [];
