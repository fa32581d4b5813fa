// Validates Kubernetes manifests by the schemas of their kinds: node scripts/packages/manifests.mjs FILE...
import fs from 'node:fs'
import { Deployment } from 'kubernetes-models/apps/v1/Deployment'
import { Job } from 'kubernetes-models/batch/v1/Job'
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1/Ingress'
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget'
import { Secret } from 'kubernetes-models/v1/Secret'
import { Service } from 'kubernetes-models/v1/Service'
import { parseAllDocuments } from 'yaml'

const kinds = { Deployment, Ingress, Job, NetworkPolicy, PodDisruptionBudget, Secret, Service }

for (const file of process.argv.slice(2)) {
  for (const document of parseAllDocuments(fs.readFileSync(file, 'utf8'))) {
    const manifest = document.toJS()
    const name = `${file}: ${manifest.kind} ${manifest.metadata?.name}`
    try {
      const Kind = kinds[manifest.kind]
      if (!Kind) throw new Error('the kind is not known; add it to scripts/packages/manifests.mjs')
      new Kind(manifest).validate()
    } catch (error) {
      process.stderr.write(`${name}: ${error.message}\n`)
      process.exitCode = 1
    }
  }
}
