/** Addresses as publishers, aggregators and proxies really make them: what they append is no part of a DOI. */
import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { identifiersFromUrl } from "../../lib/providers/url_identifiers.ts";

function table(title: string, rows: readonly (readonly [url: string, doi: string | null])[]) {
  Deno.test(title, () => {
    for (const [url, doi] of rows) {
      assertEquals(identifiersFromUrl(url), { pmid: null, pmcid: null, doi }, url);
    }
  });
}

const BLOOD = "10.1182/blood-2010-01-123456";
const JEM = "10.1084/jem.20101234";
const NAR = "10.1093/nar/gkaa1100";

table("Silverchair appends its own number, then a title or a file", [
  [`https://ashpublications.org/blood/article/doi/${BLOOD}/123/Title`, BLOOD],
  [`https://ashpublications.org/blood/article/doi/${BLOOD}/28800/A-title-of-2010`, BLOOD],
  [`https://ashpublications.org/blood/article-abstract/doi/${BLOOD}/28800`, BLOOD],
  [`https://ashpublications.org/blood/article-pdf/doi/${BLOOD}/1234567/zh801234.pdf`, BLOOD],
  ["https://ashpublications.org/blood/article/118/1/1/28800/Title", null],
  [`https://rupress.org/jem/article/doi/${JEM}/40868/Title-words`, JEM],
  [`https://rupress.org/jem/article-lookup/doi/${JEM}`, JEM],
  [`https://academic.oup.com/nar/advance-article-pdf/doi/${NAR}/34567/gkaa1100.pdf`, NAR],
  [`https://academic.oup.com/nar/article-lookup/doi/${NAR}`, NAR],
  [
    `https://academic.oup.com/jcem/article/doi/10.1210/clinem/dgaa123/5804234`,
    "10.1210/clinem/dgaa123",
  ],
  [
    "https://academic.oup.com/jcem/article-lookup/doi/10.1210/jc.2012-1234",
    "10.1210/jc.2012-1234",
  ],
  [
    "https://pubs.aip.org/aip/jcp/article-abstract/doi/10.1063/1.1234567/4567/Title",
    "10.1063/1.1234567",
  ],
  ["https://karger.com/cee/article/doi/10.1159/000329047/98765/Title", "10.1159/000329047"],
  ["https://karger.com/article/doi/10.1159/000329047", "10.1159/000329047"],
  [
    "https://pubs.geoscienceworld.org/gsa/geology/article/doi/10.1130/G12345.1/567890/Title",
    "10.1130/g12345.1",
  ],
]);

table("addresses that people have put into public repositories", [
  [
    "https://academic.oup.com/brain/article-abstract/doi/10.1093/brain/awaa160/5863667?redirectedFrom=fulltext",
    "10.1093/brain/awaa160",
  ],
  [
    "https://ftp.nowpublishers.com/ijicc/article-abstract/doi/10.1108/IJICC-02-2026-0175/1397768/IQFormerLite-a-hardware-efficient-framework-for?redirectedFrom=fulltext",
    "10.1108/ijicc-02-2026-0175",
  ],
  [
    "https://direct.mit.edu/tacl/article-pdf/doi/10.1162/tacl_a_00663/2370911/tacl_a_00663.pdf",
    "10.1162/tacl_a_00663",
  ],
  [
    "https://publications.aap.org/aapnews/article-abstract/doi/10.1542/aapnews.2020341010",
    "10.1542/aapnews.2020341010",
  ],
  [
    "https://royalsocietypublishing.org/rsta/article-pdf/doi/10.1098/rsta.2020.0108/example.pdf",
    "10.1098/rsta.2020.0108",
  ],
  [
    "https://www.cell.com/cms/10.1016/j.cell.2024.03.016/asset/24723725-eb0b-40f7/main.assets/gr5_lrg.jpg",
    "10.1016/j.cell.2024.03.016",
  ],
  [
    "http://onlinelibrary.wiley.com/store/10.1002/mop.23747/asset/23747_ftp.pdf;jsessionid=974C0503.f02t03?v=1&t=ip8dyt91",
    "10.1002/mop.23747",
  ],
  [
    "HTTP://ONLINELIBRARY.WILEY.COM/STORE/10.1046/J.1398-9995.2003.00326.X/ASSET/J.1398-9995.2003.00326.X.PDF?V=1",
    "10.1046/j.1398-9995.2003.00326.x",
  ],
  ["http://hdl.handle.net/10.1371/journal.pcbi.1011670.t003", "10.1371/journal.pcbi.1011670"],
  ["http://hdl.handle.net/10.1184/r1/6623216.v1", "10.1184/r1/6623216.v1"],
  [
    "https://link.springer.com/article/10.1140/epjds/s13688-025-00612-3",
    "10.1140/epjds/s13688-025-00612-3",
  ],
  [
    "https://link.springer.com/content/pdf/10.1140/epjds/s13688-025-00612-3.pdf",
    "10.1140/epjds/s13688-025-00612-3",
  ],
  [
    "https://rd.springer.com/content/pdf/10.1007%2Fs10994-017-5684-y.pdf",
    "10.1007/s10994-017-5684-y",
  ],
  ["http://iopscience.iop.org/article/10.1088/0004-6256/145/1/8/pdf", "10.1088/0004-6256/145/1/8"],
  ["https://iopscience.iop.org/article/10.1088/1361-6579/aa56ae", "10.1088/1361-6579/aa56ae"],
  ["https://iopscience.iop.org/article/10.1088/1361-6560/abcd1a/pdf", "10.1088/1361-6560/abcd1a"],
  ["https://iopscience.iop.org/article/10.3847/1538-4365/aab114", "10.3847/1538-4365/aab114"],
  [
    "https://dl.acm.org/doi/suppl/10.1145/3610548.3618250/suppl_file/Supplement_Final.pdf",
    "10.1145/3610548.3618250",
  ],
]);

const WILEY = "10.1002/anie.201000000";
const SICI = "10.1002/(sici)1097-0258(19980815/30)17:15/16<1661::aid-sim968>3.0.co;2-2";

table("Wiley and Atypon append views and folders of files", [
  [`https://onlinelibrary.wiley.com/doi/${WILEY}/suppinfo`, WILEY],
  [`https://onlinelibrary.wiley.com/wol1/doi/${WILEY}/abstract`, WILEY],
  [`https://onlinelibrary.wiley.com/store/${WILEY}/asset/supinfo/anie_1_sm.pdf?v=1&s=a`, WILEY],
  [`https://onlinelibrary.wiley.com/doi/${WILEY}/otherversions`, WILEY],
  [`https://onlinelibrary.wiley.com/resolve/doi?DOI=${WILEY}`, WILEY],
  [
    `https://onlinelibrary.wiley.com/action/downloadSupplement?doi=10.1002%2Fanie.201000000&file=a.pdf`,
    WILEY,
  ],
  ["https://onlinelibrary.wiley.com/doi/10.1002/anie.v49.1/issuetoc", null],
  ["https://onlinelibrary.wiley.com/doi/10.1002/anie.v49:1", null],
  [`https://onlinelibrary.wiley.com/doi/${SICI.toUpperCase()}/abstract`, SICI],
  [`https://onlinelibrary.wiley.com/doi/${encodeURIComponent(SICI)}/full`, SICI],
  [
    "https://pubs.acs.org/doi/suppl/10.1021/ja1234567/suppl_file/ja1234567_si_001.pdf",
    "10.1021/ja1234567",
  ],
  ["https://pubs.acs.org/cms/10.1021/ja1234567/asset/images/large/f1.jpeg", "10.1021/ja1234567"],
  ["https://www.science.org/doi/reader/10.1126/science.1225829", "10.1126/science.1225829"],
  [
    "https://www.tandfonline.com/doi/citedby/10.1080/15548627.2020.1797280?scroll=top",
    "10.1080/15548627.2020.1797280",
  ],
  ["https://www.thieme-connect.de/products/ejournals/issue/10.1055/s-007-35094", null],
  [
    "https://www.thieme-connect.de/products/ejournals/pdf/10.1055/s-0031-1234567.pdf",
    "10.1055/s-0031-1234567",
  ],
  [
    "https://www.degruyter.com/document/doi/10.1515/cclm-2020-0001/html?lang=en",
    "10.1515/cclm-2020-0001",
  ],
  ["https://www.hindawi.com/journals/bmri/10.1155/2015/708915/", "10.1155/2015/708915"],
  ["https://onlinelibrary.wiley.com/doi/pdf/10.1155/2015/708915", "10.1155/2015/708915"],
  [
    "https://www.microbiologyresearch.org/content/journal/micro/10.1099/mic.0.2006/005678-0?crawler=true",
    "10.1099/mic.0.2006/005678-0",
  ],
  ["https://www.aanda.org/10.1051/0004-6361/201220873/pdf", "10.1051/0004-6361/201220873"],
  ["https://iopscience.iop.org/article/10.1088/1361-6560/ab1234/data", "10.1088/1361-6560/ab1234"],
  ["https://econtent.hogrefe.com/doi/10.1024/0300-9831/a000123", "10.1024/0300-9831/a000123"],
  ["https://psycnet.apa.org/doi/10.1037//0022-3514.51.6.1173", "10.1037//0022-3514.51.6.1173"],
]);

const LANCET = "10.1016/s0140-6736(20)30183-5";

table("the Lancet's PII is its DOI, that of its open access sisters is not", [
  ["https://www.thelancet.com/pdfs/journals/lancet/PIIS0140-6736%2820%2930183-5.pdf", LANCET],
  ["https://www.thelancet.com/journals/lancet/article/PIIS0140-6736(20)30183-5/abstract", LANCET],
  ["https://www.thelancet.com/article/S0140-6736(20)30183-5/fulltext", LANCET],
  ["https://www.thelancet.com/action/showPdf?pii=S0140-6736%2820%2930183-5", LANCET],
  ["https://www.thelancet.com/cms/10.1016/S0140-6736(20)30183-5/attachment/abc/mmc1.pdf", LANCET],
  [
    "https://www.thelancet.com/journals/langlo/article/PIIS2214-109X(20)30183-5/fulltext",
    "10.1016/s2214-109x(20)30183-5",
  ],
  ["https://www.thelancet.com/journals/eclinm/article/PIIS2589-5370(20)30123-4/fulltext", null],
  ["https://www.thelancet.com/journals/ebiom/article/PIIS2352-3964(20)30123-4/fulltext", null],
  ["https://www.thelancet.com/pdfs/journals/lanepe/PIIS2666-7762(21)00123-4.pdf", null],
]);

table("Elsevier's other addresses hold no DOI, unless they hold one", [
  [
    "https://www.cell.com/cms/10.1016/j.cell.2010.01.001/attachment/1a2b/mmc1.pdf",
    "10.1016/j.cell.2010.01.001",
  ],
  [
    "https://api.elsevier.com/content/article/doi/10.1016/j.cell.2010.01.001?view=FULL",
    "10.1016/j.cell.2010.01.001",
  ],
  ["https://www.cell.com/action/showPdf?pii=S0092-8674%2820%2930183-5", null],
  ["https://www.gastrojournal.org/article/S0016-5085(10)00123-4/fulltext", null],
  ["https://pdf.sciencedirectassets.com/1/1-s2.0-S1/main.pdf?pii=S0092867420301835&tid=1", null],
]);

table("handles are no DOIs, whatever they end with", [
  ["https://hdl.handle.net/20.500.12345/10.1093/nar", null],
  [`https://hdl.handle.net/20.500.12345/${NAR}`, null],
  [`https://hdl.handle.net/${NAR}?locatt=view:full`, NAR],
  ["https://hdl.handle.net/2027/mdp.39015", null],
  [`https://repo.example.edu/handle/20.500.12345/${NAR}`, null],
  ["https://repo.example.edu/handle/10.1234/5678", null],
  [`https://doi.org/api/handles/${NAR}`, NAR],
  ["https://doi.org/10.9999/any/number/of/segments", "10.9999/any/number/of/segments"],
  ["https://doi.org/10.1093/nar", null],
  ["https://doi.org/10.21203/rs.3.rs-12345/v1", "10.21203/rs.3.rs-12345/v1"],
  ["https://doi.org/10.31234/osf.io/ab3de", "10.31234/osf.io/ab3de"],
]);

const PREPRINT = "10.1101/2020.11.02.364968";

table("aggregators, archives and proxies", [
  ["https://www.connectedpapers.com/main/xyz/10.1093/nar/gks1195/graph", "10.1093/nar/gks1195"],
  [`https://scite.ai/reports/${NAR}`, NAR],
  [`https://api.semanticscholar.org/DOI:${NAR}`, NAR],
  [`https://www.semanticscholar.org/search?q=${NAR}`, null],
  [`https://api.crossref.org/works/${NAR}/transform/application/x-bibtex`, NAR],
  [`https://crossmark.crossref.org/dialog/?doi=${encodeURIComponent(NAR)}&domain=x.org`, NAR],
  [`https://api.unpaywall.org/v2/${NAR}?email=a@example.org`, NAR],
  [`https://www.altmetric.com/details/doi/${NAR}`, NAR],
  [`https://web.archive.org/web/2020/https://academic.oup.com/nar/article/doi/${NAR}/123`, NAR],
  [`https://web.archive.org/web/2020/https://www.biorxiv.org/content/${PREPRINT}v2`, PREPRINT],
  [`https://www-biorxiv-org.proxy.example.edu/content/${PREPRINT}v2.full`, PREPRINT],
  [`https://www.biorxiv.org.proxy.example.edu/content/biorxiv/${PREPRINT}v3.full.pdf`, PREPRINT],
  [`https://academic-oup-com.proxy.example.edu/nar/article/doi/${NAR}/5998398`, NAR],
  [`https://login.proxy.example.edu/login?url=https://doi.org/${NAR}`, null],
  [`https://www.researchgate.net/deref/https%3A%2F%2Fdoi.org%2F${NAR}`, null],
  ["https://example.org/paper/10.9999/one/unknown-word", null],
  ["https://example.org/paper/10.9999/one/12345", null],
]);

table("a PMID as a parameter is the page's own on look-ups only", [
  ["https://clinicaltrials.gov/ct2/show/NCT123?pmid=1", null],
  ["https://www.example.org/show/1234?pmid=12345678", null],
  ["https://patents.google.com/patent/US123?pmid=12345678", null],
]);

Deno.test("HighWire's two look-ups by PMID", () => {
  for (const path of ["cgi/pmidlookup?view=long&", "lookup/pmid?view=long&"]) {
    assertEquals(
      identifiersFromUrl(`https://jnm.example.org/${path}pmid=12345678`).pmid,
      "12345678",
    );
  }
});

table(
  "nature.com and BioMed Central: ids of papers that another publisher registered give nothing",
  [
    ["https://www.nature.com/articles/sj.bjc.6601234", "10.1038/sj.bjc.6601234"],
    [
      "https://www.nature.com/nature/journal/v437/n7055/full/nature03404.html",
      "10.1038/nature03404",
    ],
    ["https://www.nature.com/onc/journal/v28/n3/full/onc2009141a.html", null],
    ["https://www.nature.com/articles/emm201012", null],
    ["https://www.nature.com/articles/emm201312", "10.1038/emm.2013.12"],
    ["https://www.nature.com/articles/pr2000123", null],
    ["https://www.nature.com/articles/jid2001123", null],
    ["https://www.biomedcentral.com/1471-2105/9/S1/S1", "10.1186/1471-2105-9-s1-s1"],
    ["https://www.biomedcentral.com/1465-6906/5/80", null],
    ["https://www.bmj.com/content/380/bmj-2022-072003", "10.1136/bmj-2022-072003"],
  ],
);

table("parts of a paper are the paper", [
  ["https://doi.org/10.7554/eLife.12203.001", "10.7554/elife.12203"],
  ["https://doi.org/10.7554/eLife.86543.2", "10.7554/elife.86543.2"],
  ["https://doi.org/10.1371/journal.pone.0154075.s002", "10.1371/journal.pone.0154075"],
  ["https://journals.plos.org/plosone/article/comment?id=10.1371/annotation/1a2b-3c", null],
]);

const dois = fc.constantFrom(
  "10.9999/abc.123",
  "10.1002/anie.201000000",
  "10.1016/s0140-6736(20)30183-5",
  "10.1182/blood-2010-01-123456",
  "10.1093/nar/gks1195",
  "10.1093/nar/25.17.3389",
  "10.1093/oxfordjournals.aje.a115896",
  "10.1210/clinem/dgaa123",
  "10.1210/jc.2012-1234",
  "10.1155/2015/708915",
  "10.1155/ijbi/2006/12345",
  "10.1088/0031-9155/51/13/r09",
  "10.1088/1361-6560/ab1234",
  "10.1051/0004-6361/201220873",
  "10.1099/mic.0.2006/005678-0",
  "10.1099/vir.0.12345-0",
  "10.1101/2020.11.02.364968",
  "10.1101/gr.123456.110",
  "10.1371/journal.pone.0154075",
  "10.7554/elife.12203",
  "10.21203/rs.3.rs-12345/v1",
  "10.31234/osf.io/ab3de",
  "10.1024/0300-9831/a000123",
  "10.1037//0022-3514.51.6.1173",
  SICI,
);
const appended = fc.oneof(
  fc.constantFrom(
    "full",
    "suppinfo",
    "graph",
    "123",
    "28800",
    "Title-of-it",
    "mmc1.pdf",
    "v2",
    "a1",
  ),
  fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._-]{0,11}$/),
);
const pages = fc.constantFrom(
  "https://publisher.example/doi/full/",
  "https://publisher.example/blood/article/doi/",
  "https://publisher.example/cms/",
  "https://www.thelancet.com/cms/",
  "https://onlinelibrary.wiley.com/doi/",
  "https://academic.oup.com/nar/article-abstract/doi/",
  "https://www.biorxiv.org/content/",
  "https://web.archive.org/web/2020/https://doi.org/",
);

Deno.test("each of these DOIs is found whole on every page, and by its resolver", () => {
  fc.assert(
    fc.property(dois, pages, (doi, page) => {
      assertEquals(identifiersFromUrl(page + doi).doi, doi, page + doi);
      assertEquals(identifiersFromUrl(`https://doi.org/${doi}`).doi, doi);
      assertEquals(identifiersFromUrl(`${page}${encodeURIComponent(doi)}`).doi, doi);
    }),
    { numRuns: 500 },
  );
});

Deno.test("whatever a page appends never makes another DOI of it: that one or none", () => {
  const segments = fc.array(appended, { minLength: 1, maxLength: 4 });
  const query = fc.constantFrom("", "?utm_source=10.1000/abc", "?id=12&x=/y", "?ref=/full#/a/b");
  fc.assert(
    fc.property(dois, pages, segments, query, (doi, page, more, tail) => {
      const url = `${page}${doi}/${more.join("/")}${tail}`;
      const found = identifiersFromUrl(url).doi;
      assert(found === doi || found === null, `${url}: ${found}`);
    }),
    { numRuns: 3000 },
  );
});

Deno.test("a second DOI among the parameters gives that one or none, never a third", () => {
  fc.assert(
    fc.property(dois, dois, pages, fc.constantFrom("doi", "id", "ref"), (a, b, page, name) => {
      const found = identifiersFromUrl(`${page}${a}?${name}=${encodeURIComponent(b)}`).doi;
      assertEquals(found, name === "ref" || a === b ? a : null);
    }),
    { numRuns: 500 },
  );
});
