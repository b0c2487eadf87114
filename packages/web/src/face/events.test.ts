import { expect, test } from 'vitest';
import { StandpointError } from '../errors.ts';
import { type FaceTrack, trackFace } from './events.ts';

const VALUE = { session_id: 'fcs_1', status: 'completed', livemode: true } as const;
const ENDS: Record<string, (track: FaceTrack) => void> = {
  complete: (track) => track.complete(VALUE),
  cancel: (track) => track.cancel('consent'),
  error: (track) => track.fail(new StandpointError('network')),
};

test('settle-once: whatever ends a check first is its outcome and its last event', async () => {
  for (const [first, end] of Object.entries(ENDS)) {
    const track = trackFace(() => {});
    const told: string[] = [];
    track.on('*', (name) => told.push(name));
    end(track);
    const { state } = track;
    for (const again of Object.values(ENDS)) again(track);
    expect([first, told.filter((name) => name !== 'step'), track.state]).toEqual([first, [first], state]);
    const outcome = await track.result.then(
      ({ outcome: name }) => name,
      ({ code }) => `error ${code}`,
    );
    expect(outcome).toBe(first === 'error' ? 'error network' : first);
  }
});
