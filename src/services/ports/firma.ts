/** Algorithms with which we seal; verification has its own, separate allow-list. */
export type AlgoritmoFirma = 'rsa-sha256' | 'ecdsa-p256-sha256' | 'ecdsa-p384-sha384';

/**
 * A key that signs: in a file today, in a token (PKCS#11) or a remote service tomorrow; hence asynchronous, and the
 * private key is never part of it. `firmar` receives the bytes of SignedInfo and returns the raw signature value as
 * XMLDSig wants it (ECDSA: r‖s). `cadenaPem`: intermediate certificates, without the signer's own.
 */
export interface Firmante {
  readonly algoritmo: AlgoritmoFirma;
  readonly certificadoPem: string;
  readonly cadenaPem: readonly string[];
  firmar(datos: Uint8Array): Promise<Uint8Array>;
}

/** Where the signer says the act was signed (SignatureProductionPlaceV2). */
export interface LugarFirma {
  readonly ciudad: string;
  readonly departamento: string;
  readonly pais: string;
}

export interface SolicitudFirmaActa {
  /** Path of the emitted acta, exactly the bytes that `sha256` anchors. */
  readonly original: string;
  /** SHA-256 of `original`, 64 hex digits; checked again while its bytes are copied. */
  readonly sha256: string;
  /** Path of the sealed file to write: same bytes with `ds:Signature` as last child of the root. */
  readonly firmada: string;
  readonly firmante: Firmante;
  /** Legal instant of signing (injected clock). */
  readonly instante: Date;
  /** Role of the signer, e.g. "Sello de la entidad". */
  readonly rol: string;
  readonly lugar?: LugarFirma;
}

export interface ActaFirmada {
  readonly sha256: string;
  readonly bytes: number;
}

/** Seals an acta (XAdES B-B, enveloped), file to file. Idempotent in effect: it replaces `firmada` atomically. */
export type FirmarActa = (solicitud: SolicitudFirmaActa) => Promise<ActaFirmada>;
