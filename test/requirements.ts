/**
 * What the norms ask, one line each, and how far it is proved. `cubierto` = at least one test cites the id in its title
 * (the gate is test/unit/requisitos.test.ts); `pendiente` = not claimed yet, with the issue that brings it.
 */
export interface Requisito {
  readonly id: `REQ-${string}-${number}`;
  /** `leido` word for word in the norm, `derivado` by us or from secondary sources, `mixto` rule read, detail ours. */
  readonly origen: 'leido' | 'derivado' | 'mixto';
  readonly norma: string;
  readonly texto: string;
  readonly estado: 'cubierto' | 'pendiente';
  readonly issue: number;
}

export const REQUISITOS: readonly Requisito[] = [
  {
    id: 'REQ-INS-1',
    origen: 'mixto',
    norma: 'Decreto 2578/2012 art. 25 par.; Acuerdo AGN 001/2024 art. 4.5.4 par. 1',
    texto:
      'Un ítem exige serie (y subserie) de una versión TRD/TVD con acta del comité y acto de convalidación.',
    estado: 'pendiente',
    issue: 3,
  },
  {
    id: 'REQ-INS-2',
    origen: 'derivado',
    norma: 'Acuerdo AGN 001/2024',
    texto:
      'Una versión nueva no cambia un expediente amarrado a otra; una corrección es una fila que se añade.',
    estado: 'cubierto',
    issue: 3,
  },
  {
    id: 'REQ-INS-3',
    origen: 'derivado',
    norma: 'Acuerdo AGN 001/2024',
    texto:
      'Importar TRD: columnas en cualquier orden, alias, lo ambiguo se rechaza con informe por fila, nada a medias.',
    estado: 'pendiente',
    issue: 2,
  },
  {
    id: 'REQ-RET-1',
    origen: 'derivado',
    norma: 'Ley 4/1913 art. 62',
    texto:
      'Vence en cierre + (AG + AC) años sumados una vez, corrido al siguiente hábil; admisible al día siguiente.',
    estado: 'cubierto',
    issue: 2,
  },
  {
    id: 'REQ-RET-2',
    origen: 'leido',
    norma: 'Ley 594/2000 art. 19 par. 2',
    texto: 'CT no se elimina nunca; S solo fuera de la muestra registrada.',
    estado: 'cubierto',
    issue: 3,
  },
  {
    id: 'REQ-RET-3',
    origen: 'derivado',
    norma: 'Acuerdo AGN 001/2024',
    texto: 'Se eliminan expedientes enteros, nunca documentos sueltos.',
    estado: 'cubierto',
    issue: 3,
  },
  {
    id: 'REQ-HOLD-1',
    origen: 'derivado',
    norma: 'Acuerdo 004/2015; Resolución 031/2017',
    texto: 'Retenciones con clase, mandato, autoridad y fecha de revisión; las marcas DDHH/DIH bloquean.',
    estado: 'cubierto',
    issue: 3,
  },
  {
    id: 'REQ-HOLD-2',
    origen: 'mixto',
    norma: 'Ley 594/2000 art. 35',
    texto: 'Una orden del AGN o de un Consejo congela un lote o todo, y se publica que existe.',
    estado: 'pendiente',
    issue: 3,
  },
  {
    id: 'REQ-HOLD-3',
    origen: 'derivado',
    norma: 'Acuerdo 004/2015',
    texto:
      'Se vuelve a mirar al proponer, publicar, aprobar y antes de cada destrucción; la levanta otra persona.',
    estado: 'cubierto',
    issue: 3,
  },
  {
    id: 'REQ-HOLD-4',
    origen: 'derivado',
    norma: 'Acuerdo AGN 001/2024',
    texto:
      'Un radicado citado desde otro expediente detiene su ítem: cancelar, copiar o actualizar la referencia.',
    estado: 'cubierto',
    issue: 3,
  },
  {
    id: 'REQ-HOLD-5',
    origen: 'derivado',
    norma: 'Acuerdo AGN 001/2024',
    texto: 'Las transferencias y los préstamos sin terminar bloquean.',
    estado: 'cubierto',
    issue: 3,
  },
  {
    id: 'REQ-INV-1',
    origen: 'mixto',
    norma: 'Acuerdo 042/2002',
    texto:
      'Columnas del FUID por fila, y además versión, AG/AC, cierre, vencimiento, disposición y fundamento.',
    estado: 'pendiente',
    issue: 3,
  },
  {
    id: 'REQ-PUB-1',
    origen: 'leido',
    norma: 'Acuerdo AGN 001/2024 art. 4.5.4 nº 2',
    texto: 'Sesenta días hábiles publicado, contados desde el día siguiente; el final se calcula.',
    estado: 'cubierto',
    issue: 2,
  },
  {
    id: 'REQ-PUB-2',
    origen: 'leido',
    norma: 'Ley 1712/2014 arts. 18–21; Ley 1581/2012 arts. 4 f, 5–7',
    texto:
      'Dos versiones con las mismas filas: completa y pública, enmascarada con su base legal y revisada.',
    estado: 'pendiente',
    issue: 3,
  },
  {
    id: 'REQ-PUB-3',
    origen: 'mixto',
    norma: 'Ley 1712/2014 art. 11 k',
    texto: 'HTML, CSV, XLSX y PDF de un solo conjunto congelado por versión, cada uno con su SHA-256.',
    estado: 'pendiente',
    issue: 3,
  },
  {
    id: 'REQ-PUB-4',
    origen: 'derivado',
    norma: 'Acuerdo AGN 001/2024 art. 4.5.4 nº 2',
    texto: 'Evidencia de disponibilidad por día; un día sin ella no cuenta.',
    estado: 'cubierto',
    issue: 2,
  },
  {
    id: 'REQ-PUB-5',
    origen: 'derivado',
    norma: 'Acuerdo AGN 001/2024 art. 4.5.4',
    texto:
      'Quitar una fila no reinicia la ventana; nunca se añaden; el inventario queda publicado para siempre.',
    estado: 'cubierto',
    issue: 3,
  },
  {
    id: 'REQ-PUB-6',
    origen: 'leido',
    norma: 'Decreto 2578/2012 art. 25 par.',
    texto: 'El acta y sus addenda también se publican, en su versión pública.',
    estado: 'pendiente',
    issue: 5,
  },
  {
    id: 'REQ-OBS-1',
    origen: 'mixto',
    norma: 'Acuerdo AGN 001/2024 art. 4.5.4 nº 2',
    texto:
      'Cualquiera observa sin identificarse hasta las 24:00 del día 60, con número e instante inmediatos.',
    estado: 'pendiente',
    issue: 3,
  },
  {
    id: 'REQ-OBS-2',
    origen: 'derivado',
    norma: 'Acuerdo AGN 001/2024 art. 4.5.4',
    texto: 'No se aprueba con observaciones sin responder; aceptada, sus filas salen; rechazada, se motiva.',
    estado: 'cubierto',
    issue: 3,
  },
  {
    id: 'REQ-DEC-1',
    origen: 'leido',
    norma: 'Decreto 2578/2012 arts. 14–16; Decreto 1499/2017',
    texto: 'El comité decide en acta con asistentes; Control Interno y los invitados no votan.',
    estado: 'pendiente',
    issue: 3,
  },
  {
    id: 'REQ-DEC-2',
    origen: 'mixto',
    norma: 'Acuerdo AGN 001/2024 art. 4.5.4',
    texto: 'Puede aprobar en parte, excluir o aplazar filas con su razón; se adjunta el concepto técnico.',
    estado: 'cubierto',
    issue: 3,
  },
  {
    id: 'REQ-DEC-3',
    origen: 'derivado',
    norma: 'Decreto 2578/2012',
    texto: 'Nadie hace dos actos vecinos; la aprobación queda atada al digesto del inventario.',
    estado: 'pendiente',
    issue: 3,
  },
  {
    id: 'REQ-EXE-1',
    origen: 'derivado',
    norma: 'Decreto 2609/2012 art. 16',
    texto: 'Nada se elimina sin que una persona autorizada lo confirme.',
    estado: 'pendiente',
    issue: 4,
  },
  {
    id: 'REQ-EXE-2',
    origen: 'mixto',
    norma: 'Acuerdo AGN 001/2024 art. 4.5.4',
    texto:
      'Físico y electrónico por igual, con método, cantidad y testigos; el híbrido se completa con ambos.',
    estado: 'pendiente',
    issue: 4,
  },
  {
    id: 'REQ-EXE-3',
    origen: 'derivado',
    norma: 'Decreto 2609/2012 art. 16 c',
    texto: 'Idempotente, reanudable, con resultado por ítem; la ejecución parcial es lícita y se informa.',
    estado: 'pendiente',
    issue: 4,
  },
  {
    id: 'REQ-EXE-4',
    origen: 'derivado',
    norma: 'Acuerdo AGN 001/2024',
    texto:
      'Integridad contra el índice electrónico antes de borrar; el lector tolera sus variantes y anota el algoritmo.',
    estado: 'pendiente',
    issue: 4,
  },
  {
    id: 'REQ-ACT-1',
    origen: 'leido',
    norma: 'Decreto 2578/2012 art. 25 par.',
    texto:
      'El acta nombra series y expedientes, fechas, volumen y acto de aprobación; la firman y se publica.',
    estado: 'pendiente',
    issue: 5,
  },
  {
    id: 'REQ-ACT-2',
    origen: 'mixto',
    norma: 'Ley 527/1999 arts. 7 y 28; Decreto 2364/2012 art. 4',
    texto: 'Firma atribuible y bajo control exclusivo, toda alteración detectable, con sello de tiempo.',
    estado: 'pendiente',
    issue: 5,
  },
  {
    id: 'REQ-ACT-3',
    origen: 'derivado',
    norma: 'Ley 527/1999',
    texto: 'Un acta no se edita nunca: se le suman addenda.',
    estado: 'pendiente',
    issue: 5,
  },
  {
    id: 'REQ-ACT-4',
    origen: 'derivado',
    norma: 'Ley 594/2000',
    texto: 'Actas, addenda, inventarios, observaciones y decisiones son CT: nunca entran a un lote.',
    estado: 'pendiente',
    issue: 5,
  },
  {
    id: 'REQ-LAP-1',
    origen: 'mixto',
    norma: 'Ley 594/2000; Ley 1581/2012',
    texto:
      'La lápida guarda identidad, fechas, digestos y actos, sin contenido; el número viejo responde «eliminado».',
    estado: 'pendiente',
    issue: 4,
  },
  {
    id: 'REQ-LAP-2',
    origen: 'leido',
    norma: 'Ley 1712/2014 art. 22',
    texto: 'La reserva se reevalúa a lo sumo a los quince años.',
    estado: 'pendiente',
    issue: 4,
  },
  {
    id: 'REQ-AUD-1',
    origen: 'derivado',
    norma: 'MoReq-SGDEA 6.6–6.10, 6.27',
    texto: 'Auditoría inmutable: quién, cuándo, IP y agente, también lo denegado; no se puede apagar.',
    estado: 'pendiente',
    issue: 2,
  },
  {
    id: 'REQ-EXP-1',
    origen: 'leido',
    norma: 'Decreto 2609/2012 art. 17 g',
    texto: 'Exportación masiva con metadatos en formatos abiertos; al reimportar salen los mismos digestos.',
    estado: 'pendiente',
    issue: 5,
  },
  {
    id: 'REQ-ALR-1',
    origen: 'derivado',
    norma: 'MoReq-SGDEA 2.10',
    texto: 'Avisos: vencimientos próximos, revisión de retenciones, día 60 cumplido, aprobado sin ejecutar.',
    estado: 'pendiente',
    issue: 3,
  },
];
