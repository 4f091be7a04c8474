/** @file The full references of the publications whose experiments are reproduced. */

/** @typedef {{source: string, address?: string}} Reference `source` in the order authors, title, venue, year; `address` leads to the publication. */

/** By the key of the publication (`publicationKey`). @type {Readonly<Record<string, Reference>>} */
const REFERENCES = {
  'dumitrescu-et-al-2006': {
    source:
      'C. Dumitrescu, D. H. J. Epema, J. Dünnweber, S. Gorlatch: Reusable cost-based scheduling of grid workflows operating on higher-order components. 2nd IEEE International Conference on e-Science and Grid Computing, Amsterdam, 2006.',
    address: 'https://doi.org/10.1109/E-SCIENCE.2006.261171',
  },
  'heymann-2001': {
    source:
      'E. Heymann: Effective Resource Management for Master-Worker Applications in Opportunistic Environments. PhD thesis, Universitat Autònoma de Barcelona, 2001.',
  },
  'klein-and-perez-2010': {
    source: 'C. Klein, C. Pérez: Untying RMS from Application Scheduling. Research report RR-7389, INRIA, 2010.',
    address: 'https://inria.hal.science/inria-00519864',
  },
  'silberstein-et-al-2006': {
    source:
      'M. Silberstein, D. Geiger, A. Schuster, M. Livny: Scheduling Mixed Workloads in Multi-grids: The Grid Execution Hierarchy. 15th IEEE International Symposium on High Performance Distributed Computing (HPDC), Paris, 2006.',
  },
  'sonmez-2010': {
    source: 'Ö. O. Sönmez: Application-Oriented Scheduling in Multicluster Grids. PhD thesis, Delft University of Technology, 2010.',
  },
};

/**
 * The reference of a publication.
 * @param {string} key as `publicationKey` makes it
 * @returns {Reference|undefined}
 */
export const publicationReference = (key) => REFERENCES[key];
