import { aboutCustomer, eraseCustomer, readCustomer } from '@standpoint/contract';
import { type Route, route } from '../route.ts';
import { aboutCustomerHandler } from './about.ts';
import { eraseHandler } from './erase.ts';
import { readCustomerHandler } from './read.ts';

export const CUSTOMER_ROUTES: Route[] = [
  route(readCustomer, readCustomerHandler),
  route(eraseCustomer, eraseHandler),
];

/** For people alone. */
export const CUSTOMER_PEOPLE_ROUTES: Route[] = [route(aboutCustomer, aboutCustomerHandler)];
