import type { Ui } from '../page/ui.ts';
import { fill } from '../texts/texts.ts';

/** The choice of a camera, if there is more than one. */
export const CameraChoice = ({ ui: { t, state, locale, dispatch } }: { ui: Ui }) => {
  const { cameras, camera_id } = state;
  if (state.screen.name !== 'ready' || cameras.length < 2) return null;
  const nameOf = (label: string, i: number) =>
    label || fill(t.ways.camera_n, { n: new Intl.NumberFormat(locale).format(i + 1) });
  return (
    <label class="camera-choice">
      <span class="visually-hidden">{t.ways.camera_choice}</span>
      <select
        value={camera_id ?? ''}
        onChange={({ currentTarget: { value } }) => dispatch({ type: 'switch_camera', device_id: value })}
      >
        {cameras.map(({ device_id, label }, i) => (
          <option key={device_id} value={device_id} dir="auto">
            {nameOf(label, i)}
          </option>
        ))}
      </select>
    </label>
  );
};
