import type { LocationTexts } from './shape.ts';

export const pt: LocationTexts = {
  title: 'Verificação de localização',
  confirm: {
    body: 'Sua outra tela pede a localização deste telefone. Continue somente se foi você que começou e está vendo o número neste momento.',
    place: 'A rede está em',
  },
  allow: {
    title: 'Compartilhe onde você está',
    body: '{integrator} precisa saber onde você está. Seu navegador vai perguntar; escolha “Permitir”.',
    once: 'Sua localização é lida uma única vez, agora. Ninguém segue você.',
    precise: 'Deixe a “Localização precisa” ativada',
    window: 'Perto de uma janela funciona melhor',
    go: 'Compartilhar minha localização',
  },
  locating: {
    title: 'Procurando sua localização',
    body: 'Leva alguns segundos. Mantenha esta página aberta.',
  },
  retry: { title: 'Ainda não foi suficiente', go: 'Tentar de novo' },
  done: {
    title: 'Obrigado, é só isso',
    body: 'Sua outra tela continua sozinha. Você pode fechar esta página.',
  },
  ended: {
    title: 'A verificação terminou',
    body: 'Sua outra tela mostra como continuar.',
  },
  denied: {
    title: 'Você fez bem em parar',
    body: 'Nada foi compartilhado e {integrator} foi avisado. Você pode fechar esta página.',
  },
};
