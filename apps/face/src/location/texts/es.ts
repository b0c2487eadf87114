import type { LocationTexts } from './shape.ts';

export const es: LocationTexts = {
  title: 'Comprobación de ubicación',
  confirm: {
    body: 'Su otra pantalla pide la ubicación de este teléfono. Continúe solo si lo ha iniciado usted y está viendo el número ahora mismo.',
    place: 'Su red está en',
  },
  allow: {
    title: 'Comparta dónde está',
    body: '{integrator} necesita saber dónde está usted. El navegador le preguntará; elija «Permitir».',
    once: 'Su ubicación se lee una sola vez, ahora. Nadie le sigue.',
    precise: 'Deje activada la «Ubicación precisa»',
    window: 'Cerca de una ventana funciona mejor',
    go: 'Compartir mi ubicación',
  },
  locating: {
    title: 'Buscando su ubicación',
    body: 'Tarda unos segundos. Mantenga esta página abierta.',
  },
  retry: { title: 'Todavía no ha sido suficiente', go: 'Intentar de nuevo' },
  done: {
    title: 'Gracias, eso es todo',
    body: 'Su otra pantalla continúa sola. Puede cerrar esta página.',
  },
  ended: {
    title: 'La comprobación ha terminado',
    body: 'Su otra pantalla le dice cómo seguir.',
  },
  denied: {
    title: 'Ha hecho bien en parar',
    body: 'No se ha compartido nada y {integrator} está avisado. Puede cerrar esta página.',
  },
};
