/** Names fixed by XMLDSig, XAdES (ETSI EN 319 132-1) and their algorithm registries. */
export const DS = 'http://www.w3.org/2000/09/xmldsig#';
export const XADES = 'http://uri.etsi.org/01903/v1.3.2#';
export const TIPO_PROPIEDADES = 'http://uri.etsi.org/01903#SignedProperties';
export const ENVUELTA = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';
export const EXC_C14N = 'http://www.w3.org/2001/10/xml-exc-c14n#';
export const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256';
export const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
export const ECDSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256';
export const ECDSA_SHA384 = 'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha384';
