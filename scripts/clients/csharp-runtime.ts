// The hand-written part of the C# client.

export const csharpRuntime = `using System;
using System.Collections.Generic;
using System.Linq;
using System.Net.Http;
using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Threading;
using System.Threading.Tasks;

namespace CommunityManagement
{
    /// <summary>An error response of the API; Error is null for a response of another origin, such as a proxy.</summary>
    public sealed class ApiException : Exception
    {
        public ApiException(int status, ErrorBody error, int? retryAfterSeconds)
            : base(error == null ? "HTTP " + status : error.Code + ": " + error.Message)
        {
            Status = status;
            Error = error;
            RetryAfterSeconds = retryAfterSeconds;
        }

        public int Status { get; private set; }
        public ErrorBody Error { get; private set; }
        public int? RetryAfterSeconds { get; private set; }
    }

    /// <summary>One method per operation. Does not retry.</summary>
    public sealed partial class Client
    {
        private static readonly KeyValuePair<string, string>[] None = new KeyValuePair<string, string>[0];
        // null properties are omitted: clearing a value has a representation of its own in the contract
        private static readonly JsonSerializerOptions Options =
            new JsonSerializerOptions { DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull };

        private readonly HttpClient http;
        private readonly string baseUrl;
        private readonly string key;
        private readonly string communityId;

        public Client(HttpClient http, string baseUrl, string key, string communityId)
        {
            this.http = http;
            this.baseUrl = baseUrl.TrimEnd('/');
            this.key = key;
            this.communityId = communityId;
        }

        private static KeyValuePair<string, string> Pair(string name, string value)
        {
            return new KeyValuePair<string, string>(name, value);
        }

        private static string Escape(string text)
        {
            return Uri.EscapeDataString(text);
        }

        private async Task<T> Send<T>(string method, string path, KeyValuePair<string, string>[] query,
            KeyValuePair<string, string>[] headers, object body, CancellationToken cancellationToken)
        {
            var text = await Exchange(method, path, query, headers, body, cancellationToken).ConfigureAwait(false);
            return JsonSerializer.Deserialize<T>(text, Options);
        }

        private Task Send(string method, string path, KeyValuePair<string, string>[] query,
            KeyValuePair<string, string>[] headers, object body, CancellationToken cancellationToken)
        {
            return Exchange(method, path, query, headers, body, cancellationToken);
        }

        private async Task<string> Exchange(string method, string path, KeyValuePair<string, string>[] query,
            KeyValuePair<string, string>[] headers, object body, CancellationToken cancellationToken)
        {
            var asked = query.Where(pair => pair.Value != null).Select(pair => pair.Key + "=" + Escape(pair.Value)).ToArray();
            var url = baseUrl + path + (asked.Length > 0 ? "?" + string.Join("&", asked) : "");
            using (var request = new HttpRequestMessage(new HttpMethod(method), url))
            {
                request.Headers.TryAddWithoutValidation("Authorization", "Bearer " + key);
                request.Headers.TryAddWithoutValidation("X-Community-Id", communityId);
                foreach (var header in headers.Where(pair => pair.Value != null))
                {
                    request.Headers.TryAddWithoutValidation(header.Key, header.Value);
                }
                if (body != null)
                {
                    var json = JsonSerializer.Serialize(body, body.GetType(), Options);
                    request.Content = new StringContent(json, Encoding.UTF8, "application/json");
                }
                using (var response = await http.SendAsync(request, cancellationToken).ConfigureAwait(false))
                {
                    var text = await response.Content.ReadAsStringAsync().ConfigureAwait(false);
                    if (response.IsSuccessStatusCode) return text;
                    throw Refusal(response, text);
                }
            }
        }

        private static ApiException Refusal(HttpResponseMessage response, string text)
        {
            ErrorBody error = null;
            try
            {
                error = JsonSerializer.Deserialize<ErrorResponse>(text, Options).Error;
            }
            catch (JsonException)
            {
                // the response of a proxy
            }
            var retryAfter = response.Headers.RetryAfter;
            var seconds = retryAfter != null && retryAfter.Delta.HasValue ? (int?)retryAfter.Delta.Value.TotalSeconds : null;
            return new ApiException((int)response.StatusCode, error, seconds);
        }
    }
}
`
