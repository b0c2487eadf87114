import type { CameraReport } from './camera-doctor/camera-doctor.ts';
import { type ClientOptions, type Config, readConfig } from './config.ts';
import { type CameraDoctorOptions, type Diagnosis, runCameraDoctor, runDiagnosis } from './diagnose.ts';
import { fail } from './errors.ts';
import { type FaceHandle, runFace } from './face/face.ts';
import type { FaceOptions } from './face/screen.ts';
import { type HandoffOptions, runHandoff } from './location/await-phone.ts';
import { type CollectOptions, type CollectResult, runCollect } from './location/collect.ts';
import { runVerify, type VerifyOptions, type VerifyResult } from './location/verify.ts';

export type { CameraReport } from './camera-doctor/camera-doctor.ts';
export type { MissingPiece } from './camera-doctor/piece.ts';
export type { CallOptions, ClientOptions } from './config.ts';
export type { CameraDoctorOptions, Diagnosis } from './diagnose.ts';
export { type ErrorCode, isStandpointError, StandpointError, type UserAction } from './errors.ts';
export type { FaceResult, FeatureState, Theme } from './face/bridge.ts';
export type { FaceEvents, FaceOutcome, FaceState, FaceStep } from './face/events.ts';
export type { FaceHandle } from './face/face.ts';
export type { FaceOptions } from './face/screen.ts';
export type { HandoffOptions, HandoffProgress } from './location/await-phone.ts';
export type { CollectOptions, CollectResult } from './location/collect.ts';
export type { VerifyOptions, VerifyProgress, VerifyResult, VerifyStage } from './location/verify.ts';
export type { PositionOptions } from './location/watch.ts';

export interface StandpointClient {
  verify(jwt: string, options?: VerifyOptions): Promise<VerifyResult>;
  /** Waits until the phone of a hand-off has finished (a `retry` with `handoff`), then verifies. */
  waitForHandoff(result: VerifyResult, options?: HandoffOptions): Promise<VerifyResult>;
  collect(jwt?: string, options?: CollectOptions): Promise<CollectResult>;
  diagnose(): Promise<Diagnosis>;
  /** Says why there is no camera here, in one word and one line for the developer. */
  cameraDoctor(options?: CameraDoctorOptions): Promise<CameraReport>;
  face(options: FaceOptions): FaceHandle;
}

/** Creates a client of one service. This touches neither the page nor the network. */
export const createClient = (options: ClientOptions): StandpointClient => {
  const config = readConfig(options);
  return {
    verify: (jwt, call) => runVerify(config, jwt, call),
    waitForHandoff: (result, call) => runHandoff(config, result, call),
    collect: (jwt, call) => runCollect(config, jwt, call),
    diagnose: runDiagnosis,
    cameraDoctor: (doctor) => runCameraDoctor(config, doctor),
    face: (face) => runFace(config, face),
  };
};

let configured: Config | undefined;
const current = (): Config => configured ?? fail('config_invalid', { detail: 'call configure() first,' });

/** Sets the service that the functions below talk to. */
export const configure = (options: ClientOptions): void => {
  configured = readConfig(options);
};

export const verify = async (jwt: string, options?: VerifyOptions): Promise<VerifyResult> =>
  runVerify(current(), jwt, options);
export const waitForHandoff = async (result: VerifyResult, options?: HandoffOptions): Promise<VerifyResult> =>
  runHandoff(current(), result, options);
export const collect = async (jwt?: string, options?: CollectOptions): Promise<CollectResult> =>
  runCollect(current(), jwt, options);
export const diagnose = (): Promise<Diagnosis> => runDiagnosis();
export const cameraDoctor = async (options?: CameraDoctorOptions): Promise<CameraReport> =>
  runCameraDoctor(current(), options);
export const face = (options: FaceOptions): FaceHandle => runFace(current(), options);
