import {
  exportSessions,
  exportVerifications,
  listSessionRows,
  listVerificationRows,
  SESSION_COLUMNS,
  VERIFICATION_COLUMNS,
} from '@standpoint/contract';
import { countSessions } from '../face/session/sessions.ts';
import { countVerifications } from '../geolocation/records/verifications.ts';
import { type Handler, type Route, route } from '../route.ts';
import { SESSION_CELLS, VERIFICATION_CELLS } from './columns.ts';
import { exportFile } from './export.ts';
import { sessionRowsHandler, sessionsOf, verificationRowsHandler, verificationsOf } from './rows.ts';

const exportVerificationsHandler: Handler<typeof exportVerifications> = (call, deps) => {
  const { format, bom = false, columns = VERIFICATION_COLUMNS, filters = {} } = call.body;
  return exportFile(deps, call, {
    what: 'verifications',
    format,
    bom,
    columns,
    cells: VERIFICATION_CELLS,
    filters,
    list: (query) => verificationsOf(deps, call, query),
    count: () => countVerifications(deps, call.caller, filters),
  });
};

const exportSessionsHandler: Handler<typeof exportSessions> = (call, deps) => {
  const { format, bom = false, columns = SESSION_COLUMNS, filters = {} } = call.body;
  return exportFile(deps, call, {
    what: 'sessions',
    format,
    bom,
    columns,
    cells: SESSION_CELLS,
    filters,
    list: (query) => sessionsOf(deps, call, query),
    count: () => countSessions(deps, call.caller, filters),
  });
};

export const LIST_ROUTES: readonly Route[] = [
  route(listVerificationRows, verificationRowsHandler),
  route(listSessionRows, sessionRowsHandler),
  route(exportVerifications, exportVerificationsHandler),
  route(exportSessions, exportSessionsHandler),
];
