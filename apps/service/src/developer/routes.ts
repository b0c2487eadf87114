import { developer, project } from '@standpoint/contract';
import { type Route, route } from '../route.ts';
import { listKeysHandler, makeKeyHandler, revokeKeyHandler, rotateKeyHandler } from './keys.ts';
import { changeLimitsHandler, readLimitsHandler } from './limits.ts';
import { listFilesHandler, listTokensHandler, makeTokenHandler, revokeTokenHandler } from './packages.ts';
import { changeProjectHandler, readProjectHandler } from './project.ts';
import { listSdkVersionsHandler } from './sdk-versions.ts';
import { listSigningKeysHandler } from './signing-keys.ts';

export const DEVELOPER_ROUTES: readonly Route[] = [
  route(developer.listKeys, listKeysHandler),
  route(developer.makeKey, makeKeyHandler),
  route(developer.rotateKey, rotateKeyHandler),
  route(developer.revokeKey, revokeKeyHandler),
  route(developer.listPackageTokens, listTokensHandler),
  route(developer.listPackageFiles, listFilesHandler),
  route(developer.makePackageToken, makeTokenHandler),
  route(developer.revokePackageToken, revokeTokenHandler),
  route(developer.listSigningKeys, listSigningKeysHandler),
  route(developer.listSdkVersions, listSdkVersionsHandler),
  route(project.readProject, readProjectHandler),
  route(project.changeProject, changeProjectHandler),
  route(project.readLimits, readLimitsHandler),
  route(project.changeLimits, changeLimitsHandler),
];
