/**
 * Runs in the page. Adds some noise to each picture of the camera. Chromium's fake camera draws the same
 * pictures each time it is opened, and the service refuses pictures that it has seen before. A real sensor
 * never repeats itself.
 */
export const addSensorNoise = (): void => {
  const { prototype } = CanvasRenderingContext2D;
  const draw = prototype.drawImage;
  prototype.drawImage = function (this: CanvasRenderingContext2D, ...given: unknown[]) {
    (draw as (...args: unknown[]) => void).apply(this, given);
    if (!(given[0] instanceof HTMLVideoElement)) return;
    for (let x = 0; x < 128; x += 16) {
      const [red, green, blue] = crypto.getRandomValues(new Uint8Array(3));
      this.fillStyle = `rgb(${red} ${green} ${blue})`;
      this.fillRect(x, 0, 16, 16);
    }
  } as typeof draw;
};
