import type { LocationTexts } from './shape.ts';

export const fr: LocationTexts = {
  title: 'Vérification de la position',
  confirm: {
    body:
      'Votre autre écran demande la position de ce téléphone. Continuez uniquement si vous êtes à ' +
      'l’origine de cette demande et voyez le nombre en ce moment.',
    place: 'Réseau situé en',
  },
  allow: {
    title: 'Partagez votre position',
    body: '{integrator} a besoin de savoir où vous êtes.',
    ask: 'Votre navigateur va vous demander l’accès. Choisissez « Autoriser ».',
    once: 'Votre position est lue quelques secondes, seulement maintenant',
    precise: 'Laissez la « position exacte » activée',
    window: 'Cela fonctionne mieux près d’une fenêtre',
    go: 'Partager ma position',
  },
  locating: {
    title: 'Recherche de votre position',
    body: 'Cela prend quelques secondes. Gardez cette page ouverte.',
  },
  retry: { title: 'Ce n’était pas encore suffisant', go: 'Réessayer' },
  done: {
    title: 'Merci, c’est terminé',
    body: 'Votre autre écran reprendra automatiquement. Vous pouvez fermer cette page.',
  },
  ended: {
    title: 'La vérification est terminée',
    body: 'Votre autre écran vous indique la suite.',
  },
  denied: {
    title: 'Vous avez bien fait d’arrêter',
    body: 'Rien n’a été partagé, et nous avons prévenu {integrator}. Vous pouvez fermer cette page.',
  },
};
