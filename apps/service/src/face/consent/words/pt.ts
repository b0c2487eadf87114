import type { ConsentWords } from './words.ts';

/** Brazilian Portuguese, like the page. */
export const pt: ConsentWords = {
  agree_button: 'Concordo',
  decline_button: 'Não concordo',
  days: {
    after: { one: 'depois de {n} dia', other: 'depois de {n} dias' },
    during: { one: 'por {n} dia', other: 'por {n} dias' },
    most: { one: 'por no máximo {n} dia', other: 'por no máximo {n} dias' },
  },
  short: {
    take_moving: 'A câmera tira algumas fotos do seu rosto enquanto você segue instruções simples.',
    take_still: 'A câmera tira algumas fotos do seu rosto.',
    live: 'As fotos mostram que você é uma pessoa real.',
    template: 'Elas são comparadas com as suas verificações anteriores.',
    reference: 'Elas são comparadas com uma foto sua que {controller} tem.',
    search: '{controller} também procura outras contas com o seu rosto.',
    frames: 'As fotos são apagadas {after}.',
    frames_none: 'As fotos são apagadas assim que a verificação for decidida.',
    template_kept: 'Se você for aprovado, um modelo facial fica guardado {during}.',
    template_none: 'Nenhum modelo facial é guardado.',
  },
  take: {
    heading: 'O que registramos',
    pictures: 'Várias fotos do seu rosto com a câmera deste aparelho, sem som.',
    measures: 'Medidas do seu rosto e de como ele se move, feitas enquanto a câmera está ligada.',
    movements: 'Enquanto isso, você segue instruções simples, como virar a cabeça.',
    colours: 'A tela pode iluminar o seu rosto com cores que mudam.',
    device:
      'O que o navegador informa sobre si mesmo, este aparelho e a câmera, e a sua rede em forma abreviada ou ' +
      'codificada.',
    phone: 'Se você continuar no celular: que tipo de celular é e se os dois aparelhos estão na mesma rede.',
    moving_code:
      'A câmera traseira do celular pode ler um código em movimento na outra tela. A imagem dela fica no ' +
      'celular.',
  },
  use: {
    heading: 'Para que serve',
    live: 'Para ver que há uma pessoa real diante da câmera, e não uma foto, uma máscara ou uma gravação.',
    match_template:
      'Para comparar o seu rosto com o modelo facial das suas verificações anteriores e ver que é você. Se ele ' +
      'não existir mais, com uma foto sua que {controller} tem.',
    match_reference: 'Para comparar o seu rosto com uma foto sua que {controller} tem e ver que é você.',
    template:
      'Se você for aprovado: para criar um modelo facial, uma lista de números que descreve o seu rosto, para ' +
      'que {controller} possa reconhecer você da próxima vez. Verificações aprovadas depois o atualizam.',
    search:
      'Para procurar o seu rosto nos modelos faciais de outros clientes de {controller} e encontrar segundas ' +
      'contas. Uma pessoa olha cada coincidência.',
    searched:
      'Enquanto o seu modelo facial estiver guardado, {controller} pode comparar com ele o rosto de outras ' +
      'pessoas para encontrar segundas contas.',
    replay:
      'Para perceber se uma gravação desta verificação for usada de novo: se você for aprovado, impressões das ' +
      'suas fotos (códigos curtos da aparência delas) são guardadas e comparadas com verificações posteriores.',
    review: 'Uma pessoa de {controller} pode olhar as suas fotos e decidir.',
    review_two: 'Duas pessoas de {controller} podem olhar as suas fotos e decidir.',
    record:
      'Para provar depois como esta verificação foi decidida: um registro assinado com as medidas e os ' +
      'resultados, e pequenas cópias em cinza das fotos.',
  },
  keep: {
    heading: 'Por quanto tempo fica guardado',
    frames: 'As suas fotos são apagadas {after}, contados da sua última tentativa.',
    frames_none: 'As suas fotos são apagadas assim que a verificação for decidida.',
    template: 'O seu modelo facial fica guardado {during}, contados da última verificação aprovada.',
    template_none: 'Nenhum modelo facial é guardado.',
    reference: 'Se {controller} fornecer uma foto sua, o modelo facial dessa foto fica guardado {during}.',
    prints: 'Se você for aprovado, as impressões ficam guardadas {during}.',
    waiting_face:
      'Enquanto uma pessoa ainda tiver de decidir, as medidas do seu rosto e as impressões ficam guardadas ' +
      '{most}.',
    waiting_prints: 'Enquanto uma pessoa ainda tiver de decidir, as impressões ficam guardadas {most}.',
    record:
      'O registro, o resultado e um hash de cada foto ficam guardados até {controller} apagar os seus dados.',
    proof:
      'A prova da sua resposta fica guardada sem o seu nome, mesmo depois que os seus dados forem apagados.',
  },
  who: {
    heading: 'Quem é responsável',
    controller: '{controller} é responsável pelos seus dados.',
    controller_as: '{controller} é responsável pelos seus dados. Nesta página, o nome é {integrator}.',
    sealed: 'Fotos, modelos faciais e registros são guardados criptografados.',
  },
  refuse: {
    heading: 'Se você não concordar',
    how: 'Escolha “{decline}”. A câmera fica desligada, e {controller} pode oferecer outra opção.',
  },
  withdraw: {
    heading: 'Mudou de ideia?',
    how:
      'Você pode retirar o seu consentimento a qualquer momento: nesta página, enquanto estiver aberta, ou com ' +
      '{controller}.',
    effect:
      'A verificação então para, e as fotos, os modelos faciais, as impressões e os registros das suas ' +
      'verificações faciais são apagados. O que foi decidido antes permanece.',
  },
  more: { heading: 'Também de {controller}' },
  agreement:
    'Ao escolher “{agree}”, você permite que {controller} use fotos do seu rosto (dados biométricos) desta ' +
    'forma. Você pode cancelar a qualquer momento.',
};
