import type { LocationTexts } from './shape.ts';

export const pt: LocationTexts = {
  title: 'Verificação de localização',
  confirm: {
    body:
      'Sua outra tela está pedindo a localização deste celular. Continue somente se foi você que ' +
      'iniciou e se está vendo o número agora.',
    place: 'Rede em',
  },
  allow: {
    title: 'Compartilhe sua localização',
    body: '{integrator} precisa saber onde você está.',
    ask: 'Seu navegador vai pedir acesso. Escolha “Permitir”.',
    once: 'Consultamos sua localização por alguns segundos, só agora',
    precise: 'Deixe a “Localização precisa” ativada',
    window: 'Funciona melhor perto de uma janela',
    go: 'Compartilhar minha localização',
  },
  locating: {
    title: 'Procurando sua localização',
    body: 'Leva alguns segundos. Mantenha esta página aberta.',
  },
  retry: { title: 'Ainda não foi suficiente', go: 'Tentar novamente' },
  done: {
    title: 'Obrigado, terminamos',
    body: 'Sua outra tela continua automaticamente. Você pode fechar esta página.',
  },
  ended: {
    title: 'A verificação terminou',
    body: 'Sua outra tela mostra como continuar.',
  },
  denied: {
    title: 'Você fez bem em parar',
    body: 'Nada foi compartilhado, e avisamos {integrator}. Você pode fechar esta página.',
  },
};
